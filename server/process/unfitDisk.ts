import { dirname } from 'node:path'

/** Of a socket, Node calls the path an address, and says so by its port. */
type SystemError = NodeJS.ErrnoException & { address?: unknown; port?: unknown }

/** The file that the system refused, a socket's too; undefined for whatever has no path. */
export function refusedPath({ path, address, port }: SystemError): string | undefined {
  return path ?? (port === -1 && typeof address === 'string' ? address : undefined)
}

/**
 * Why the data folder cannot be on its disk, for the error of one without sockets or without second names for a file;
 * otherwise null.
 */
export function unfitDisk(error: SystemError): string | null {
  const path = refusedPath(error)
  const { code = '', syscall = '' } = error
  const lacking = { listen: 'sockets', link: 'hard links' }[syscall]
  if (path === undefined || lacking === undefined) return null
  if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) return null
  return `DATA_DIR: the disk that ${dirname(path)} is on takes no ${lacking} (${code}), like most USB sticks and shared folders. Set DATA_DIR to a folder on a disk of this machine’s own.`
}
