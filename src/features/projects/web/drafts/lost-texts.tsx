import { Link } from '@tanstack/react-router'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import type { FileEntry, Outline } from '../../contract/contract.ts'
import type { DraftKeeper } from './use-drafts.ts'

type LostTextsProps = { project: Outline; files: readonly FileEntry[]; keeper: DraftKeeper }

/** Unsaved texts of a project that another window deleted, to copy or discard. */
export function LostTexts({ project, files, keeper }: LostTextsProps) {
  return (
    <section className="record-panel panel" aria-label={project.name}>
      <Link to="/projects" search={{}} className="page-header-back record-back">
        <ArrowLeftIcon size={14} /> All projects
      </Link>
      <div className="project-heading">
        <h2>{project.name}</h2>
        <p role="alert">This project was deleted in another window. Your unsaved text is still here.</p>
      </div>
      {files.map(({ id, name }) => {
        const text = keeper.drafts[id]?.content ?? ''
        return (
          <div key={id} className="project-lost">
            <div className="project-lost-head">
              <strong>{name}</strong>
              <CopyButton value={text} label={`Copy ${name}`} toast={{ title: 'Copied to clipboard' }} />
              <button type="button" className="button" onClick={() => keeper.discard(id)}>
                Discard {name}
              </button>
            </div>
            <textarea className="project-lost-text mono" aria-label={name} rows={12} readOnly value={text} />
          </div>
        )
      })}
    </section>
  )
}
