import { constants, copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A build's files, and when it was last served, in milliseconds since 1970. */
type Build = { files: string[]; servedAt: number }

/** So many builds are kept beside the one that is served, and all that were served within a week. */
const mostBuilds = 3
const week = 7 * 24 * 60 * 60_000

const listName = 'builds.json'

/**
 * Keeps the files of this build beside those of the last ones, because a page that stays open over several releases
 * goes on asking for its own. A file is kept once, however many builds have it, and once more where less of it is there
 * than this build has, as after a power cut. To be called at each start.
 * @returns the names of all files that are kept
 */
export async function keepAssets(assets: string, folder: string, now = Date.now()): Promise<Set<string>> {
  await mkdir(folder, { recursive: true })
  const files = (await readdir(assets)).sort()
  const [last, ...older] = await readBuilds(folder)
  // Whatever was served last was served until now.
  const served = last === undefined ? [] : [{ ...last, servedAt: now }, ...older]
  const isNew = last === undefined || last.files.join() !== files.join()
  const builds = (isNew ? [{ files, servedAt: now }, ...served] : served).filter(
    ({ servedAt }, index) => index <= mostBuilds || now - servedAt < week,
  )
  const kept = new Set(builds.flatMap((build) => build.files))

  const there = new Set(await readdir(folder))
  for (const name of files) {
    const [from, to] = [join(assets, name), join(folder, name)]
    if (!there.has(name) || (await sizeOf(from)) !== (await sizeOf(to))) await copyWhole(from, to)
  }
  await writeWhole(join(folder, listName), JSON.stringify(builds))
  for (const name of there) {
    if (!kept.has(name) && name !== listName) await rm(join(folder, name), { force: true })
  }
  // If one is lost all the same, a request for it must be told so in plain text.
  return new Set([...kept].filter((name) => there.has(name) || files.includes(name)))
}

async function readBuilds(folder: string): Promise<Build[]> {
  try {
    return JSON.parse(await readFile(join(folder, listName), 'utf8'))
  } catch {
    // The first start, or a list that cannot be read: what it named leaves with it.
    return []
  }
}

const sizeOf = async (path: string): Promise<number> => (await stat(path)).size

// Under another name first, so that no half of a file is ever served.
async function copyWhole(from: string, to: string) {
  await copyFile(from, `${to}.part`, constants.COPYFILE_FICLONE)
  await rename(`${to}.part`, to)
}
async function writeWhole(path: string, text: string) {
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
}
