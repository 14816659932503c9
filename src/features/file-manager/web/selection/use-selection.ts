import { useState } from 'react'
import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import type { FilesSearch } from '../files-search.ts'
import { chosenOf, type Picks, toggled, withAll, withNone, withRange } from './selection.ts'

type State = { scope: string; picks: Picks; anchor?: string }

const none: Picks = new Map()

/** The file selection: it survives paging, sorting and a change of view, and ends with another folder or search. */
export function useSelection({ service, path, q, sort, at }: FilesSearch, rows: readonly ListedFile[]) {
  const scope = JSON.stringify([service, path, q])
  const shown = { rows, page: JSON.stringify([sort, at]) }
  const [state, setState] = useState<State>({ scope, picks: none })
  const { picks, anchor } = state.scope === scope ? state : { picks: none, anchor: undefined }
  const chosen = chosenOf(picks, shown)
  return {
    chosen,
    ids: new Set(chosen.map(({ id }) => id)),
    onPick(id: string, isRange: boolean) {
      const next = isRange ? withRange(picks, [anchor, id], shown) : toggled(picks, id, shown)
      setState({ scope, picks: next, anchor: id })
    },
    onPickAll: (isOn: boolean) => setState({ scope, picks: (isOn ? withAll : withNone)(picks, shown) }),
    clear: () => setState({ scope, picks: none }),
  }
}

export type FilesSelection = ReturnType<typeof useSelection>
