/** A mailbox that mail programs may open now. */
export type MailUser = { accountId: string; email: string; hash: string; quotaMb: number }

/** What would end a field or a line of the file, or begin a variable: no address and no hash has it. */
const isPlain = (text: string): boolean => /^[^\s:%\p{Cc}]+$/u.test(text)

type Places = { mailFolder: string; rule: (quotaMb: number) => string }

/** Dovecot's passwd-file (doc.dovecot.org, "Passwd-file"): a user a line, the hash as Bun.password makes it. */
export const usersFile = (users: readonly MailUser[], { mailFolder, rule }: Places): string =>
  users
    .filter(({ email, hash }) => isPlain(email) && isPlain(hash))
    .map(
      ({ accountId, email, hash, quotaMb }) =>
        `${email}:{ARGON2ID}${hash}::::${mailFolder}/${accountId}::${rule(quotaMb)}\n`,
    )
    .join('')
