import { join } from 'node:path'
import { causesOf, databaseError } from '../db/db.ts'
import { unopened } from '../db/unopened.ts'
import { defaultDataDir } from '../environment.ts'
import { textOf } from './failure.ts'
import { refusedPath, unfitDisk } from './unfitDisk.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** As it stands where it cannot be decoded: that is what has to be told. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** PostgreSQL as the operator has named it, without the password that the address may have in it. */
function databaseOf(environment: Environment) {
  const { DATABASE_URL: text = '', USER = '' } = environment
  const url = URL.canParse(text) ? new URL(text) : null
  const user = decoded(url?.username ?? '') || USER
  const host = url?.searchParams.get('host') ?? url?.hostname
  return {
    isEmbedded: text === '',
    place: `PostgreSQL at ${host || 'localhost'}:${url?.port || 5432}`,
    user,
    name: decoded(url?.pathname.slice(1) ?? '') || user,
  }
}

/** What PostgreSQL's own refusals mean to whoever runs the shop, by the beginning of their SQLSTATE. */
function refusedByDatabase(
  state: string,
  said: string,
  environment: Environment,
  source: string,
): string | null {
  const { isEmbedded, place, user, name } = databaseOf(environment)
  if (state === '53100')
    return isEmbedded ? diskFull : `the disk of ${place} is full (${said}). Make room there, and try again.`
  // What a block or a file says that is not what was written.
  if (isEmbedded) return ['XX001', 'XX002'].includes(state) ? ruined(said, environment) : null
  const asWhom = `Correct the user and the password in ${source}, or the password in PGPASSWORD.`
  if (state.startsWith('28')) return `${place} refuses the user ${user} (${said}). ${asWhom}`
  if (state === '3D000')
    return `${place} has no database ${name}. Create it (createdb -O ${user} ${name}), or correct ${source}.`
  if (state === '42501')
    return `the user ${user} lacks the rights in the database ${name} that the shop needs (${said}). Make them its owner (ALTER DATABASE … OWNER TO …), or correct ${source}.`
  if (state === '53300')
    return `${place} has no connection left (${said}). Stop another server, or raise its max_connections.`
  if (state.startsWith('57P')) return `${place} is starting or stopping (${said}). Try again in a moment.`
  return null
}

const diskFull = 'the disk that DATA_DIR is on is full. Make room on it, and try again.'

/** The embedded database, which a power cut may ruin: what its backups are for. */
function ruined(said: string, environment: Environment): string {
  const folder = environment['DATA_DIR'] || defaultDataDir
  if (/permission denied/i.test(said))
    return `DATA_DIR: this user may not read and write all of the database in ${folder} (${said}). Make the user who runs the shop the owner of its files (chown -R).`
  return `DATA_DIR: the database in ${folder} cannot be opened, as after a power cut (${said}). Put the newest file in ${join(folder, 'backups')} back: npm run desk -- restore FILE --replace`
}

/** Of the system itself: a file, or an address to listen on. */
function refusedBySystem(
  error: NodeJS.ErrnoException & { hostname?: unknown },
  environment: Environment,
  source: string,
): string | null {
  const { code, syscall, message, hostname } = error
  const path = refusedPath(error)
  const { isEmbedded, place } = databaseOf(environment)
  const port = environment['PORT'] || '3000'
  if (code === 'EADDRINUSE' && syscall === 'listen' && path === undefined)
    return `PORT: ${port} is in use by another program. Stop that, or set another PORT.`
  // A socket or a file may be refused, too.
  if (code === 'EACCES' && syscall === 'listen' && path === undefined)
    return `PORT: this user may not listen on ${port}. Set another PORT, of 1024 or above.`
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && hostname === environment['HOST']))
    return `HOST: ${environment['HOST']} is not an address of this machine. Set one that it has, such as 127.0.0.1.`
  if (code === 'ENOSPC' || code === 'EDQUOT' || /no space left on device/i.test(message)) return diskFull
  if (message.startsWith(unopened)) return ruined(message.slice(unopened.length), environment)
  const unfit = unfitDisk(error)
  if (unfit !== null) return unfit
  if (['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') && path !== undefined && syscall !== 'connect')
    return `DATA_DIR: this user may not write ${path} (${code}). Make the user who runs the shop the folder’s owner (chown), or set another DATA_DIR.`
  if (
    !isEmbedded &&
    (['connect', 'getaddrinfo', 'read'].includes(syscall ?? '') ||
      /^(timeout exceeded|Connection terminated|Query read timeout)/.test(message))
  )
    return `${place} cannot be reached (${message}). Start it, or correct ${source}.`
  if (!isEmbedded && /client password must be a string/.test(message))
    return `${place} asks for a password, and there is none. Put it into PGPASSWORD or ${source}.`
  const missing = { ENOENT: path, ERR_MODULE_NOT_FOUND: message }[code ?? '']
  if (missing !== undefined && /\/dist\/(client|server)\//.test(missing))
    return 'the shop is not built, or not all of it. Remove the folder dist, and start it with npm start, which builds it.'
  return null
}

/**
 * What is wrong with the disk, the database or an address, and what to do; null for what nobody foresaw. `source` is where
 * the operator has named the database.
 */
export function foreseen(error: unknown, environment: Environment, source = 'DATABASE_URL'): string | null {
  const refused = databaseError(error)
  const ofDatabase =
    refused?.code === undefined ? null : refusedByDatabase(refused.code, refused.message, environment, source)
  if (ofDatabase !== null) return ofDatabase
  const first = (cause: Error): NodeJS.ErrnoException =>
    cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause
  for (const cause of causesOf(error)) {
    const ofSystem = refusedBySystem(first(cause), environment, source)
    if (ofSystem !== null) return ofSystem
  }
  return null
}

/**
 * Why a server could not start, in a line that says what is wrong and what to do. For an unforeseen failure it has the
 * error's own words, and how to learn more.
 */
export function whyNotStarted(error: unknown, environment: Environment): string {
  const told = (because: string) =>
    /^[A-Z_]+: /.test(because) ? because : `Damson could not start: ${because}`
  const known = foreseen(error, environment)
  if (known !== null) return told(known)
  const words =
    (databaseError(error)?.message ?? textOf(causesOf(error).at(-1) ?? error)).split('\n')[0] ?? ''
  return /^[A-Z_]+: /.test(words)
    ? words
    : told(`${words.replace(/\.$/, '')}. LOG_LEVEL=debug shows where it happened.`)
}
