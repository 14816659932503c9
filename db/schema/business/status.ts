import type { Kit } from '../../kit.ts'

const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const

/** Data of the public status page. */
export function statusTables(k: Kit) {
  /** The minutes of a day in which the portal ran. A day without a row is unknown. */
  const statusDays = k.table('status_days', {
    /** The day in Kolkata, `2026-11-21`. */
    day: k.text().primaryKey(),
    minutes: k.int().notNull(),
    firstBeatAt: k.time().notNull(),
    lastBeatAt: k.time().notNull(),
  })

  /** Figures that take long to compute, as of `measuredAt`. */
  const statusFigures = k.table('status_figures', {
    name: k.oneOf(['approvals', 'restoreTests']).primaryKey(),
    /** The median wait for an approval in milliseconds; the number of services with a restored backup. */
    value: k.big().notNull(),
    /** The number of orders, or services, behind the figure. */
    sample: k.int().notNull(),
    measuredAt: k.time().notNull(),
  })

  const incidents = k.table(
    'incidents',
    {
      id: k.id().primaryKey(),
      title: k.text().notNull(),
      /** The time of the newest update. */
      state: k.oneOf(incidentStates).notNull(),
      createdAt: k.time().notNull(),
      resolvedAt: k.time(),
    },
    (t) => [k.index('incidents_created').on(t.createdAt, t.id)],
  )

  const incidentUpdates = k.table(
    'incident_updates',
    {
      id: k.id().primaryKey(),
      incidentId: k
        .ref()
        .notNull()
        .references(() => incidents.id),
      state: k.oneOf(incidentStates).notNull(),
      message: k.text().notNull(),
      createdAt: k.time().notNull(),
    },
    (t) => [k.index('incident_updates_incident').on(t.incidentId, t.createdAt, t.id)],
  )

  return { statusDays, statusFigures, incidents, incidentUpdates }
}
