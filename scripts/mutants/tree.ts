// The copy of the sources in which faults are planted. The sources themselves are never touched.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A run goes on where it was stopped: all that it knows is in its place. */
export interface Run {
  place: string
  tree: string
  data: string
  port: number
  env: Record<string, string>
}

/** The files that git tracks and new files, without ignored ones. */
export function filesOf(root: string): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
}

/** Copies the files anew; packages are shared. */
export function copyTree(root: string, files: readonly string[], copy: string): void {
  rmSync(copy, { recursive: true, force: true })
  for (const file of files) {
    const place = join(copy, file)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(join(root, file), place)
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
}
