const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*'
const generatedLength = 16

/** 16 characters, drawn uniformly from letters, digits and `!@#$%^&*`. */
export function generatePassword(): string {
  const fair = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < generatedLength) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) password += alphabet[byte % alphabet.length]
  }
  return password
}
