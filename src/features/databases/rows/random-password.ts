/** A random password of 144 bits that no one knows. */
export const randomPassword = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url')
