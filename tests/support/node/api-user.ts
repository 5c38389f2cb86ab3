/** A user who calls the API over HTTP with their own cookies. */
export class ApiUser {
  id = "";
  /** The server that is called. Several may share a database, and so the user's session. */
  origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #address: string;

  /** `address` is sent as the client's IP address, so that rate limits by IP tell several users apart. */
  constructor(origin: string, address: string) {
    this.origin = origin;
    this.#address = address;
  }

  /** The `Cookie` header that a browser would send. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async request<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ): Promise<{ status: number; body: T; headers: Headers }> {
    const reply = await fetch(this.origin + path, {
      method,
      signal,
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(this.#cookies.size > 0 && { Cookie: this.cookie }),
        "CF-Connecting-IP": this.#address,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const split = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
    const text = await reply.text();
    return { status: reply.status, body: (text ? JSON.parse(text) : null) as T, headers: reply.headers };
  }

  async signUp(email: string, name: string): Promise<void> {
    const reply = await this.request<{ user: { id: string } }>("POST", "/api/auth/sign-up", {
      email,
      password: "a long enough password",
      full_name: name,
    });
    if (reply.status !== 201) throw new Error(`sign-up of ${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
    this.id = reply.body.user.id;
  }

  async signIn(email: string, password: string): Promise<void> {
    const reply = await this.request<{ user: { id: string } }>("POST", "/api/auth/sign-in", { email, password });
    if (reply.status !== 200) throw new Error(`sign-in of ${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
    this.id = reply.body.user.id;
  }
}
