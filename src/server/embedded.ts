/** The browser side inside the compiled program, by address; the build puts it here, from source there is none. */
export const embeddedFiles: ReadonlyMap<string, string> | null = null
