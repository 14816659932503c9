export type Named = { firstName: string | null; lastName: string | null; email: string }

/** Both names if known, else the email. */
export const personName = ({ firstName, lastName, email }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email
