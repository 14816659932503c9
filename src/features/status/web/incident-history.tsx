import { DateTime } from '#web/ui/values/values.tsx'
import type { Incident } from '../contract.ts'
import { IncidentState } from './incident-state.tsx'

/** Updates of an incident, newest first. */
export const IncidentHistory = ({ incident: { updates } }: { incident: Incident }) => (
  <ol className="incident-history">
    {updates.map(({ id, state, message, createdAt }) => (
      <li key={id}>
        <p className="incident-line">
          <IncidentState state={state} />
          <DateTime at={createdAt} as="moment" />
        </p>
        <p className="incident-message">{message}</p>
      </li>
    ))}
  </ol>
)
