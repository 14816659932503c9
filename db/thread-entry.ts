/**
 * Where the program of a thread is, by its path in the sources. In the compiled program it is an entry of that name: a URL would
 * lead to the folder that it was compiled in.
 */
export const threadEntry = (path: `${string}.ts`): URL | string =>
  Bun.main.startsWith('/$bunfs/') ? `./${path}` : new URL(`../${path}`, import.meta.url)
