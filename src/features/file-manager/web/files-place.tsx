import { Link, useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { type FilesSearch, without } from './files-search.ts'

type FilesPlace = {
  search: FilesSearch
  /** The site whose page contains the screen as a tab; its id is in the path, not in the search. */
  siteId?: string
}

const Place = createContext<FilesPlace>({ search: {} })

/** Provides the state in the URL to all parts of the screen. */
export const FilesPlaceProvider = Place.Provider

/** The state in the URL; `search.service` also holds the site of the page. */
export const useFilesPlace = (): FilesPlace => useContext(Place)

const siteFiles = '/server-management/$serviceId/files'

type FilesLinkProps = { search: FilesSearch; className?: string; 'aria-label'?: string; children: ReactNode }

/** A link to another state of the screen. */
export function FilesLink({ search, ...rest }: FilesLinkProps) {
  const { siteId } = useFilesPlace()
  if (siteId === undefined) return <Link to="/files" search={search} {...rest} />
  return <Link to={siteFiles} params={{ serviceId: siteId }} search={without(search, 'service')} {...rest} />
}

/** Navigates to another state of the screen; `replace` for changes that Back skips. */
export function useGoToFiles(): (search: FilesSearch, replace?: boolean) => Promise<void> {
  const navigate = useNavigate()
  const { siteId } = useFilesPlace()
  return (search, replace = false) =>
    siteId === undefined
      ? navigate({ to: '/files', search, replace })
      : navigate({
          to: siteFiles,
          params: { serviceId: siteId },
          search: without(search, 'service'),
          replace,
        })
}
