import { withPasswords } from '#features/auth/passwords/passwords.ts'
import type { CustomerContext } from '#server/context.ts'

// No characters that are easily confused when typed on a phone.
const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 4
const groupLength = 5

/** Four groups of five letters and digits, such as `h4Kxm-…`: 116 bits. */
function makePassword(): string {
  const pick = () => {
    for (;;) {
      const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
      // Rejects bytes that would favour the first characters.
      if (byte < 256 - (256 % signs.length)) return signs[byte % signs.length]
    }
  }
  return Array.from({ length: groups }, () => Array.from({ length: groupLength }, pick).join('')).join('-')
}

/** A new mailbox password and its hash. @throws UNAVAILABLE when too many hashes are pending */
export async function newPassword({
  user,
  client,
}: CustomerContext): Promise<{ plain: string; hash: string }> {
  const plain = makePassword()
  const owner = { account: user.id, address: client.address }
  return { plain, hash: await withPasswords(owner, ({ hash }) => hash(plain)) }
}
