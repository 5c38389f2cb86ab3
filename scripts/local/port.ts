import { connect } from "node:net";

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Whether another program listens on this port of localhost, on IPv4 or IPv6. */
export async function portIsTaken(port: number): Promise<boolean> {
  const both = await Promise.all([answers(port, "127.0.0.1"), answers(port, "::1")]);
  return both.includes(true);
}
