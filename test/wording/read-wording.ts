import { parseSync } from 'oxc-parser'

/** A piece of prose in a source file. `start` and `end` are offsets of the source, `line` counts from 1. */
export type Passage = {
  kind: 'comment' | 'title' | 'text'
  text: string
  line: number
  start: number
  end: number
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Strings that are no prose: specifiers, types, class names and the keys of objects. */
const silentKeys: Record<string, readonly string[]> = {
  ImportDeclaration: ['source'],
  ImportExpression: ['source'],
  ExportNamedDeclaration: ['source'],
  TSLiteralType: ['literal'],
  Property: ['key'],
  MemberExpression: ['property'],
}

const testVerbs = new Set(['test', 'it', 'describe'])

const isTestCall = (node: Node): boolean => {
  let callee = node.callee
  while (isNode(callee) && (callee.type === 'MemberExpression' || callee.type === 'CallExpression'))
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee
  return isNode(callee) && callee.type === 'Identifier' && testVerbs.has(String(callee.name))
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const templateText = (node: Node): string => {
  const quasis = node.quasis as (Node & { value: { cooked: string } })[]
  return quasis.map(({ value }) => value.cooked).join('…')
}

const isProse = (text: string): boolean => /\p{L}.* .*\p{L}/u.test(text)

function stringsOf(program: Node): Omit<Passage, 'line'>[] {
  const found: Omit<Passage, 'line'>[] = []
  const titles = new Set<unknown>()
  const add = (node: Node, text: string): void => {
    const kind = titles.has(node) ? 'title' : 'text'
    if (kind === 'title' || isProse(text))
      found.push({ kind, text: inOneLine(text), start: node.start, end: node.end })
  }
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && isTestCall(node)) titles.add((node.arguments as unknown[])[0])
    if (node.type === 'Literal' && typeof node.value === 'string') add(node, node.value)
    if (node.type === 'JSXText') add(node, String(node.value))
    if (node.type === 'TemplateLiteral') add(node, templateText(node))
    if (node.type === 'JSXAttribute' && (node.name as Node).name === 'className') return
    for (const [key, value] of Object.entries(node)) {
      if (silentKeys[node.type]?.includes(key)) continue
      if (Array.isArray(value)) for (const one of value) isNode(one) && visit(one)
      else if (isNode(value)) visit(value)
    }
  }
  visit(program)
  return found
}

const commentText = (value: string): string =>
  value
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trimEnd())
    .join('\n')
    .trim()

const isDirective = (value: string): boolean => /^\s*(@ts-|@__PURE__|#__PURE__|\/)/.test(value)

/** The reason alone of a suppressed rule. */
const reasonOf = (text: string): string => text.replace(/^biome-ignore [^:]+: /, '')

/** The comments of a style sheet, each with its line. */
export const readSheetComments = (sheet: string): { text: string; line: number }[] =>
  [...sheet.matchAll(/\/\*(.*?)\*\//gs)].map(({ 1: text = '', index }) => ({
    text: commentText(text),
    line: sheet.slice(0, index).split('\n').length,
  }))

/** Comments, titles of tests and strings of two words or more. Neighbouring `//` lines are one comment. */
export function readWording(file: string, source: string): Passage[] {
  const { program, comments } = parseSync(file, source)
  const passages: Omit<Passage, 'line'>[] = stringsOf(program as unknown as Node)
  let last: (Omit<Passage, 'line'> & { isLine: boolean }) | undefined
  for (const { type, value, start, end } of comments) {
    if (isDirective(value)) continue
    const text = reasonOf(commentText(value))
    if (last?.isLine && type === 'Line' && /^[ \t]*\r?\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += `\n${text}`
      last.end = end
      continue
    }
    last = { kind: 'comment', text, start, end, isLine: type === 'Line' }
    passages.push(last)
  }
  const lineEnds = [...source.matchAll(/\n/g)].map(({ index }) => index)
  const lineOf = (offset: number): number => {
    let [low, high] = [0, lineEnds.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((lineEnds[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
  return passages
    .map(({ kind, text, start, end }) => ({ kind, text, line: lineOf(start), start, end }))
    .sort((one, other) => one.start - other.start)
}
