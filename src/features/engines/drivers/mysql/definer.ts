const name = String.raw`(?:\`(?:[^\`]|\`\`)*\`|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+)`
const definer = new RegExp(String.raw`\bDEFINER\s*=\s*${name}\s*@\s*${name}`, 'i')
const head = /^(\/\*M?!\d*\s*)?(CREATE|ALTER)\b[\s\S]{0,400}?\bDEFINER\b/i
const headLength = 500

/** A statement whose view, routine, trigger or event runs with the rights of `account`; null for those of who makes it. */
export function withDefiner(statement: string, account: string | null): string {
  if (!head.test(statement.slice(0, headLength))) return statement
  return statement.replace(definer, () => (account === null ? '' : `DEFINER=${account}`))
}
