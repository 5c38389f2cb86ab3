// Photo viewer.
export const photoOf = (title: string, index: number, count: number) => `${title}, photo ${index} of ${count}`;
