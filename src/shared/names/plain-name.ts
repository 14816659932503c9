/** What a name that somebody chose becomes as a part of a path, whatever it was. */
export const plainName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._@+=-]/gu, '_')
    .replace(/^\.+|[. ]+$/g, '_')
    .slice(0, 100) || '_'
