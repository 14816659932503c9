import { MariaSQL, PostgreSQL, type SQLNamespace, sql } from '@codemirror/lang-sql'
import { Compartment, Prec, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, placeholder } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DatabaseType } from '#features/engines/contract/kinds.ts'
import type { LoadedProps } from '#web/ui/editor/code-editor.tsx'
import { CodeMirror } from '#web/ui/editor/code-mirror.tsx'
import type { Table } from '../../contract/contract.ts'

export type Extra = {
  type: DatabaseType
  tables: readonly Table[]
  /** Offset of the engine's error, in characters from 0; null for none. */
  fault: number | null
  /** Focuses the editor on mount. */
  isFocused: boolean
  onRun: () => void
}

const setFault = StateEffect.define<number | null>()

const faultMark = Decoration.mark({ class: 'console-fault' })

/** The word at a position, or the character there. */
function faultAt(text: string, position: number): DecorationSet {
  if (text.length === 0) return Decoration.none
  const from = Math.min(Math.max(position, 0), text.length - 1)
  const word = /^[\w$]+/.exec(text.slice(from))?.[0].length ?? 1
  return Decoration.set([faultMark.range(from, from + word)])
}

/** Marks the error until the text changes. */
const faults = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { docChanged, effects, state }) {
    const set = effects.find((effect) => effect.is(setFault))
    if (set) return set.value === null ? Decoration.none : faultAt(state.doc.toString(), set.value)
    return docChanged ? Decoration.none : marks
  },
  provide: (field) => EditorView.decorations.from(field),
})

function namespaceOf(tables: readonly Table[]): SQLNamespace {
  const schemas: Record<string, Record<string, string[]>> = {}
  for (const { schema, name, columns } of tables) {
    schemas[schema] ??= {}
    schemas[schema][name] = columns.map((column) => column.name)
  }
  return schemas
}

/** Tables of this schema need no qualifier. */
function defaultSchemaOf(type: DatabaseType, tables: readonly Table[]): string {
  return type === 'postgresql' ? 'public' : (tables[0]?.schema ?? '')
}

const languageOf = ({ type, tables }: Pick<Extra, 'type' | 'tables'>) =>
  sql({
    dialect: type === 'postgresql' ? PostgreSQL : MariaSQL,
    schema: namespaceOf(tables),
    defaultSchema: defaultSchemaOf(type, tables),
    upperCaseKeywords: true,
  })

/** The console editor; its bundle is about 150 KB. */
export function SqlCodeMirror({ type, tables, fault, isFocused, onRun, ...props }: LoadedProps<Extra>) {
  const view = useRef<EditorView>(null)
  const [language] = useState(() => new Compartment())
  const run = useEffectEvent(onRun)
  const [extensions] = useState(() => [
    Prec.highest(
      keymap.of([
        {
          key: 'Mod-Enter',
          run: () => {
            run()
            return true
          },
        },
      ]),
    ),
    language.of(languageOf({ type, tables })),
    faults,
    placeholder('Write SQL here'),
  ])
  useEffect(() => {
    if (isFocused) view.current?.focus()
  }, [isFocused])
  useEffect(() => {
    view.current?.dispatch({ effects: language.reconfigure(languageOf({ type, tables })) })
  }, [language, type, tables])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const at = fault === null ? null : Math.min(fault, editor.state.doc.length)
    editor.dispatch({
      effects: [setFault.of(at), ...(at === null ? [] : [EditorView.scrollIntoView(at)])],
    })
  }, [fault])
  return <CodeMirror {...props} extensions={extensions} viewRef={view} />
}
