import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type NoticeKind, noticeKindNames, noticeKinds } from '#features/notifications/contract/kinds.ts'

type KindChoiceProps = {
  /** Empty for all. */
  initial: readonly NoticeKind[]
  onChange: (kinds: NoticeKind[] | 'all') => void
}

const groups = [...new Set(noticeKindNames.map((kind) => noticeKinds[kind].group))]

/** All kinds of notices, or a checkbox for each. */
export function KindChoice({ initial, onChange }: KindChoiceProps) {
  const [isAll, setAll] = useState(initial.length === 0)
  const [chosen, setChosen] = useState<readonly NoticeKind[]>(initial)
  const choose = (next: { isAll: boolean; chosen: readonly NoticeKind[] }) => {
    setAll(next.isAll)
    setChosen(next.chosen)
    onChange(next.isAll ? 'all' : [...next.chosen])
  }
  const toggle = (kind: NoticeKind) =>
    choose({
      isAll,
      chosen: chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind],
    })
  return (
    <fieldset className="webhook-kinds">
      <legend>Events</legend>
      <Checkbox
        label="Everything"
        description="Including events added later."
        checked={isAll}
        onChange={() => choose({ isAll: !isAll, chosen })}
      />
      {!isAll &&
        groups.map((group) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            {noticeKindNames
              .filter((kind) => noticeKinds[kind].group === group)
              .map((kind) => (
                <Checkbox
                  key={kind}
                  label={noticeKinds[kind].label}
                  checked={chosen.includes(kind)}
                  onChange={() => toggle(kind)}
                />
              ))}
          </fieldset>
        ))}
    </fieldset>
  )
}
