/** A password that nobody knows, of 144 random bits. */
export const randomPassword = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url')
