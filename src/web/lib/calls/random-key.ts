/** A unique key of 128 bits in hex. Works on plain http, where `crypto.randomUUID` does not exist. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
