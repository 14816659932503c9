import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { areas, type Scope } from '#shared/scopes.ts'

type ScopeChoiceProps = {
  offered: Scope[]
  chosen: Scope[]
  onChange: (chosen: Scope[]) => void
  error: ReactNode
}

/** A row per area, with checkboxes for reading and changing. */
export function ScopeChoice({ offered, chosen, onChange, error }: ScopeChoiceProps) {
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((each) => each !== scope) : [...chosen, scope])
  return (
    <fieldset className="key-choice" aria-describedby={error ? 'key-scopes-error' : undefined}>
      <legend>Permissions</legend>
      {Object.entries(areas).map(([area, { label }]) => {
        const own = offered.filter((scope) => scope.startsWith(`${area}:`))
        if (own.length === 0) return null
        return (
          <div className="key-choice-row" key={area}>
            <span>{label}</span>
            {own.map((scope) => (
              <Checkbox
                key={scope}
                label={scope.endsWith(':read') ? 'Read' : 'Change'}
                aria-label={`${label}: ${scope.endsWith(':read') ? 'read' : 'change'}`}
                checked={chosen.includes(scope)}
                onChange={() => toggle(scope)}
              />
            ))}
          </div>
        )
      })}
      {error && (
        <p className="key-choice-error" id="key-scopes-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
