import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportPanel } from './export-panel.tsx'

/** The customer's data: export it, or delete the account. */
export function DataPage() {
  const query = useQuery(useTRPC().account.export.read.queryOptions())
  return (
    <div className="data">
      <PageHeader title="Your Data" subtitle="Export everything you have here, or delete your account." />
      <section className="data-section" aria-labelledby="export-title">
        <h2 id="export-title">Export</h2>
        <p>
          One zip file with everything: your account, services, domains and their zone files, the files of
          your sites and projects, a dump of each database, all mailbox messages, and your invoices as PDF.
          Lists are JSON. Passwords and keys are not included.
        </p>
        <p>
          Exporting can take a while, so we email you when it is ready. You can download an export once,
          within seven days, and request another one a day later.
        </p>
        <QueryState query={query} what="Your export" loadingText="Loading your export...">
          {(state) => <ExportPanel state={state} />}
        </QueryState>
      </section>
      <DeletionSection />
    </div>
  )
}
