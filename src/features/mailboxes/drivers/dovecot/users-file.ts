/** A mailbox that mail programs may open. */
export type MailUser = { accountId: string; email: string; hash: string; quotaMb: number }

/** Characters that would end a field or a line, or start a variable: no address or hash contains them. */
const isPlain = (text: string): boolean => /^[^\s:%\p{Cc}]+$/u.test(text)

type Places = { mailFolder: string; rule: (quotaMb: number) => string }

/** Dovecot's passwd-file (doc.dovecot.org, "Passwd-file"): one user per line, with the hash from Bun.password. */
export const usersFile = (users: readonly MailUser[], { mailFolder, rule }: Places): string =>
  users
    .filter(({ email, hash }) => isPlain(email) && isPlain(hash))
    .map(
      ({ accountId, email, hash, quotaMb }) =>
        `${email}:{ARGON2ID}${hash}::::${mailFolder}/${accountId}::${rule(quotaMb)}\n`,
    )
    .join('')
