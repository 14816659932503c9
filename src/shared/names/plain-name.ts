/** Turns any user-chosen name into a part of a path. */
export const plainName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._@+=-]/gu, '_')
    .replace(/^\.+|[. ]+$/g, '_')
    .slice(0, 100) || '_'
