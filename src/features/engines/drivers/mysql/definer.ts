const name = String.raw`(?:\`(?:[^\`]|\`\`)*\`|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w$]+)`
const definer = new RegExp(String.raw`\bDEFINER\s*=\s*${name}\s*@\s*${name}`, 'i')
const head = /^(\/\*M?!\d*\s*)?(CREATE|ALTER)\b[\s\S]{0,400}?\bDEFINER\b/i
const headLength = 500

/**
 * Sets the definer of a view, routine, trigger or event to `account`, or removes it for null, so that the creator is the definer.
 */
export function withDefiner(statement: string, account: string | null): string {
  if (!head.test(statement.slice(0, headLength))) return statement
  return statement.replace(definer, () => (account === null ? '' : `DEFINER=${account}`))
}
