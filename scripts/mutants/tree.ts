// The copy of the sources in which faults are planted. The sources themselves stay as they are.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A run. Everything that it has found is below `place`, so that a stopped run can continue. */
export interface Run {
  place: string
  tree: string
  data: string
  port: number
  env: Record<string, string>
}

/** The files that git tracks, and new files that it does not ignore. */
export function filesOf(root: string): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
}

/** Copies the files again, and links to the same packages. */
export function copyTree(root: string, files: readonly string[], copy: string): void {
  rmSync(copy, { recursive: true, force: true })
  for (const file of files) {
    const place = join(copy, file)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(join(root, file), place)
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
}
