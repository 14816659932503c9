import type { SeenAnswer, SeenBy } from '#features/zones/contract/seen-by.ts'
import { showName } from '#shared/names/show-name.ts'
import { minute } from '#shared/time.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Domain } from '../../contract/contract.ts'

const everyMs = minute / 2

const verdicts: Record<SeenAnswer['seen'][number]['verdict'], [tone: Tone, label: string]> = {
  same: ['ok', 'Matches'],
  differs: ['warn', 'Differs'],
  unasked: ['neutral', 'Could not check'],
}

function Values({ values }: { values: readonly string[] }) {
  if (values.length === 0) return <span className="quiet">No record</span>
  return (
    <span className="domain-seen-values mono">
      {values.map((value) => (
        <span key={value}>{value}</span>
      ))}
    </span>
  )
}

function Verdict({ seen }: { seen: SeenAnswer['seen'][number] | undefined }) {
  if (!seen) return null
  const [tone, label] = verdicts[seen.verdict]
  return (
    <span className="domain-seen-values">
      <StatusBadge status={seen.verdict} tone={tone} label={label} />
      {seen.verdict === 'differs' && <Values values={seen.values} />}
      {seen.problem && <span className="quiet">{seen.problem}</span>}
    </span>
  )
}

const nameOf = ({ name, type }: SeenAnswer): string => `${showName(name)} ${type}`

const columnsOf = ({ servers }: SeenBy): Column<SeenAnswer>[] => [
  { key: 'name', header: 'Name', cell: (answer) => <span className="mono">{nameOf(answer)}</span> },
  { key: 'here', header: 'Our servers', cell: ({ here }) => <Values values={here} /> },
  ...servers.map((server) => ({
    key: server,
    header: server,
    cell: ({ seen }: SeenAnswer) => <Verdict seen={seen.find((each) => each.server === server)} />,
  })),
]

/** A sentence on other name servers, when the domain does not use ours. */
function delegationText(
  { delegation, nameservers }: SeenBy,
  { name, nameservers: ours }: Domain,
): string | null {
  if (delegation === 'elsewhere')
    return `${showName(name)} uses other name servers: ${nameservers.join(', ')}. Changes here go live once your registrar lists only ${ours.join(' and ')}.`
  if (delegation === 'none')
    return `No public name servers found for ${showName(name)}. The domain may not be registered, or the change has not spread yet.`
  return null
}

/** The answers of our servers and of each resolver side by side, refreshed every half a minute. */
export function SeenByView({ domain }: { domain: Domain }) {
  const trpc = useTRPC()
  const { id, name } = domain
  const query = usePolled<SeenBy>({
    queryKey: trpc.domains.seenBy.queryKey({ id }),
    path: `/api/domains/${id}/seen-by`,
    everyMs,
  })
  return (
    <QueryState
      query={query}
      what="The propagation"
      loadingText="Checking propagation..."
      isEmpty={() => false}
    >
      {(view) => (
        <>
          <div className="domain-seen-head">
            <p className="quiet" role="status">
              Checked <DateTime at={view.askedAt} as="relative" />, and again every 30 seconds.
            </p>
            <button
              type="button"
              className="button"
              aria-disabled={query.isFetching}
              onClick={() => !query.isFetching && void query.refetch()}
            >
              Check again
            </button>
          </div>
          {query.error && <p className="domain-refused">{failureSentence(query.error)}</p>}
          <Findings view={view} domain={domain} />
          <DataTable
            caption={`Answers for ${showName(name)}`}
            columns={columnsOf(view)}
            rows={view.answers}
            rowId={nameOf}
          />
        </>
      )}
    </QueryState>
  )
}

function Findings({ view, domain }: { view: SeenBy; domain: Domain }) {
  const text = delegationText(view, domain)
  return (
    <>
      {text && <p className="domain-notice domain-seen-notice">{text}</p>}
      {view.problem && <p className="domain-text">{view.problem}</p>}
      {view.servers.length === 0 && (
        <p className="domain-text">
          Only our name servers were checked, because this portal has no resolver.
        </p>
      )}
    </>
  )
}
