export type Named = { firstName: string | null; lastName: string | null; email: string }

/** Both names as far as they are known, else the email. */
export const personName = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email
