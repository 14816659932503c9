/**
 * The location of a thread's program, by its path in the sources. In the compiled program it is an entry of that name: a URL
 * would point to the folder of the build.
 */
export const threadEntry = (path: `${string}.ts`): URL | string =>
  Bun.main.startsWith('/$bunfs/') ? `./${path}` : new URL(`../${path}`, import.meta.url)
