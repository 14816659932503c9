import type { QueryClient } from '@tanstack/react-query'
import type { ClientBuild } from './client-build.ts'
import type { CallProcedure } from './lib/calls/links.ts'
import type { ColorScheme } from './lib/color-scheme.ts'
import type { Site } from './site.tsx'
import type { Viewer } from './viewer.ts'

export type RenderOptions = {
  /** Path and query of the request, `/domains?tab=dns`. */
  url: string
  viewer: Viewer | null
  /** Runs a procedure in this process, as the same caller. */
  call: CallProcedure
  site: Site
  colorScheme: ColorScheme
  build: ClientBuild
  /** Adds data to the page before its loaders run, e.g. the values of a refused form. */
  prepare?: (cache: QueryClient) => void
}

type RenderedPage =
  /** `failure` is why a page of status 500 could not be loaded, unless a call was refused. */
  | { status: number; html: string; failure?: unknown; redirect?: undefined }
  | { status: 302; redirect: string }

/** Renders the page at a URL for a viewer. */
export type RenderPage = (options: RenderOptions) => Promise<RenderedPage>
