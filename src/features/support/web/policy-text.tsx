import type { ReactNode } from 'react'
import { PublicFrame } from '#web/public/public-frame.tsx'

export type PolicySection = { id: string; title: string; body: ReactNode }

type PolicyProps = { title: string; summary: string; sections: PolicySection[] }

/** A long text with its table of contents; prints without the frame. */
export function PolicyText({ title, summary, sections }: PolicyProps) {
  return (
    <PublicFrame>
      <div className="policy">
        <header className="policy-head">
          <h1>{title}</h1>
          <p className="policy-date">Last updated: December 2024</p>
          <p>{summary}</p>
        </header>
        <nav className="policy-contents" aria-label="Contents">
          <ol>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="policy-body">
          {sections.map(({ id, title, body }, i) => (
            <section key={id} id={id}>
              <h2>
                {i + 1}. {title}
              </h2>
              {body}
            </section>
          ))}
        </div>
      </div>
    </PublicFrame>
  )
}
