import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { usePageDialog } from '#web/ui/dialogs/use-asked-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CodeIcon, PlusIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Splitter, useSplit } from '#web/ui/splitter.tsx'
import { useCurrentInView } from '#web/ui/use-current-in-view.ts'
import type { Outline } from '../contract/contract.ts'
import { texts } from '../contract/texts.ts'
import type { Drafts } from './drafts/drafts.ts'
import { LeaveGuard } from './drafts/leave-guard.tsx'
import { LostTexts } from './drafts/lost-texts.tsx'
import { useDrafts } from './drafts/use-drafts.ts'
import { ProjectList } from './project-list.tsx'
import { ProjectPane } from './project-pane.tsx'
import { selectOpen } from './selection.ts'

const NewDialog = lazyPart(() => import('./project/project-new-dialog.tsx'), 'ProjectNewDialog')

const route = getRouteApi('/signed-in/shell/projects')

const unsavedNames = (projects: Outline[], drafts: Drafts) =>
  projects.flatMap(({ files }) => files.filter(({ id }) => drafts[id]).map(({ name }) => name))

const emptyList = 300
const listSplit = { name: 'projects-list', initial: 200, min: 160, max: 440, unit: 'px' } as const

/** The last open project, after its deletion, while the URL still names it. */
function useLost(project: Outline | undefined, wanted: string | undefined): Outline | undefined {
  const [last, setLast] = useState(project)
  if (project && project !== last) setLast(project)
  return project || last?.id !== wanted ? undefined : last
}

function Split({ projects, onCreate }: { projects: Outline[]; onCreate: () => void }) {
  const search = route.useSearch()
  const { project, file } = selectOpen(projects, search)
  const keeper = useDrafts()
  const lost = useLost(project, search.project)
  const lostFiles = lost?.files.filter(({ id }) => keeper.drafts[id]) ?? []
  const index = useCurrentInView<HTMLElement>(project?.id)
  const split = useSplit(listSplit)
  return (
    <div
      className="record-split project-split"
      data-open={project || lostFiles.length > 0 ? '' : undefined}
      style={{ '--project-list': `${projects.length > 0 ? split.at : emptyList}px` } as CSSProperties}
    >
      <section ref={index} id="project-index" className="record-index" aria-label="Projects">
        {projects.length > 0 ? (
          <ProjectList projects={projects} openId={project?.id} search={search} />
        ) : (
          <EmptyState
            icon={<CodeIcon size={28} />}
            title={texts.noProjects}
            action={
              <button type="button" className="button" data-primary="" onClick={onCreate}>
                <PlusIcon size={16} /> Create a project
              </button>
            }
          />
        )}
      </section>
      <Splitter split={split} label="Project list width" controls="project-index" />
      {project && <ProjectPane key={project.id} project={project} file={file} keeper={keeper} />}
      {lost && lostFiles.length > 0 && <LostTexts project={lost} files={lostFiles} keeper={keeper} />}
      {!project && lostFiles.length === 0 && (
        <div className="record-none">
          <EmptyState
            icon={<CodeIcon size={28} />}
            title={texts.selectProject}
            text={
              projects.length > 0
                ? 'Its files, editor and live preview open here.'
                : 'Start from a template, edit it with a live preview, and publish it to your site.'
            }
          />
        </div>
      )}
      <LeaveGuard names={unsavedNames(lost ? [...projects, lost] : projects, keeper.drafts)} />
    </div>
  )
}

/** The customer's projects: the list, and the selected one with its files. */
export function ProjectsPage() {
  const trpc = useTRPC()
  const query = useQuery(trpc.projects.outline.queryOptions())
  const search = route.useSearch()
  const dialog = usePageDialog(search.dialog === 'new', 'new')
  const open = () => dialog.open('new')
  // One button is primary per screen: with an open project or an empty list, another one is.
  const isNext = search.project === undefined && (query.data?.length ?? 0) > 0
  const create = (
    <button type="button" className="button" data-primary={isNext ? '' : undefined} onClick={open}>
      <PlusIcon size={16} /> New Project
    </button>
  )
  return (
    <>
      <PageHeader
        title="Projects"
        subtitle="Write a small site in the browser, preview it and publish it."
        actions={create}
      />
      <QueryState query={query} what="Your projects" loadingText="Loading projects...">
        {(projects) => <Split projects={projects} onCreate={open} />}
      </QueryState>
      {dialog.subject && <NewDialog key={dialog.key} opened={dialog.isOpen} onClose={dialog.close} />}
    </>
  )
}
