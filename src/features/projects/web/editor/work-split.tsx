import type { CSSProperties, ReactNode } from 'react'
import { Splitter, useSplit } from '#web/ui/splitter.tsx'

const workSplit = { name: 'projects-editor', initial: 58, min: 25, max: 75, unit: '%' } as const

/** The editor and the preview, side by side on a wide screen with a draggable divider. */
export function WorkSplit({ editor, preview }: { editor: ReactNode; preview: ReactNode }) {
  const split = useSplit(workSplit)
  const style = { '--project-editor': `${split.at}fr`, '--project-preview': `${100 - split.at}fr` }
  return (
    <div className="project-work" style={style as CSSProperties}>
      <div id="project-editor">{editor}</div>
      <Splitter split={split} label="Editor width" controls="project-editor" />
      {preview}
    </div>
  )
}
