import { Link, useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { type FilesSearch, without } from './files-search.ts'

type FilesPlace = {
  search: FilesSearch
  /** The site whose page the screen is a tab of: it is in the path, and never asked for. */
  siteId?: string
}

const Place = createContext<FilesPlace>({ search: {} })

/** Tells all parts of the screen what its address says. */
export const FilesPlaceProvider = Place.Provider

/** What the address of the screen says; `search.service` is the site of its page too. */
export const useFilesPlace = (): FilesPlace => useContext(Place)

const siteFiles = '/server-management/$serviceId/files'

type FilesLinkProps = { search: FilesSearch; className?: string; 'aria-label'?: string; children: ReactNode }

/** A link to another state of the screen. */
export function FilesLink({ search, ...rest }: FilesLinkProps) {
  const { siteId } = useFilesPlace()
  if (siteId === undefined) return <Link to="/files" search={search} {...rest} />
  return <Link to={siteFiles} params={{ serviceId: siteId }} search={without(search, 'service')} {...rest} />
}

/** Goes to another state of the screen; `replace` for what Back need not undo. */
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
