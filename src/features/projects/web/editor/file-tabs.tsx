import { Link } from '@tanstack/react-router'
import { useCurrentInView } from '#web/ui/use-current-in-view.ts'
import type { Outline } from '../../contract/contract.ts'
import type { Drafts } from '../drafts/drafts.ts'

type FileTabsProps = { project: Outline; openId: string; drafts: Drafts }

/** The project's files as tabs; a dot marks unsaved ones. */
export function FileTabs({ project, openId, drafts }: FileTabsProps) {
  const row = useCurrentInView<HTMLElement>(openId)
  return (
    <nav ref={row} className="tabs" aria-label="Files">
      {project.files.map(({ id, name }) => (
        <Link
          key={id}
          to="/projects"
          search={{ project: project.id, file: id }}
          activeOptions={{ exact: true }}
          resetScroll={false}
          className="tab"
          aria-current={id === openId ? 'page' : undefined}
        >
          {name}
          {drafts[id] && (
            <span className="project-dot">
              <span className="visually-hidden">, unsaved</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
