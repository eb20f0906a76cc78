import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Lantern can't do what it was asked to do (a start, a command, a nightly backup), and the reader can do something
 * about it. The message is a complete sentence or two. It is shown without a stack at a terminal, where the process
 * exits with 1, and on administrators' screens.
 */
export class PlainRefusal extends Error {
  override name = 'PlainRefusal'
}

/** The system's code of a failed call (`ENOENT`, `EACCES`, PostgreSQL's `28P01` …), or ''. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Lantern can't work in a directory that `setting` names, be it there already or not: says what is in the way. */
export function notAllowedIn(directory: string, setting: string): PlainRefusal {
  if (isReadOnly(directory)) {
    return new PlainRefusal(
      `${directory} is read-only for Lantern; under systemd name it in ReadWritePaths= of the service, in a container mount a volume there, or choose another directory with ${setting}.`,
    )
  }
  return new PlainRefusal(
    `Lantern may not read and write ${directory}; start it as the account that owns that directory, give the directory to the present account with chown -R, or choose another with ${setting}.`,
  )
}

/** Whether the file system is read-only. Node reports ENOENT for a folder that can't be created there. */
function isReadOnly(directory: string): boolean {
  let nearest = directory
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  try {
    accessSync(nearest, constants.W_OK)
    return false
  } catch (error) {
    return errorCode(error) === 'EROFS'
  }
}
