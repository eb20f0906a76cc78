import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checksOf, run } from '../checks.ts'
import { additionsOfField, migrationOfField } from './new-field.ts'
import { insertAll, startNoun } from './new-noun.ts'

/**
 * Counts the files that a small noun, and an optional field of a patient, cost. Both are added to a copy of Lantern, where the
 * compiler, the rooms, the database and the walks of every endpoint and edit accept them. A file counts if it is written or
 * changed by hand: files that a command writes, and the noun's own test, don't. The noun has a list, a form, a page for each
 * record, live updates, a permission, audit words, examples and a tour for the browser walks.
 */

/** Counted on 30 November 2026; record 83 lists the files that are shared, and why. */
const mostForNoun = 15
const mostForField = 7

const root = resolve(import.meta.dirname, '../..')
const made: string[] = []
afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true })
})

/** A copy of the sources, as they are now, that Git knows. */
function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lantern-noun-'))
  made.push(copy)
  for (const file of tell(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    root,
  ).split('\0')) {
    if (!file || file === 'node_modules') continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  tell('git', ['init', '-q'], copy)
  commit(copy, 'As it is')
  return copy
}

function commit(copy: string, message: string): void {
  const git = ['-c', 'user.name=Lantern', '-c', 'user.email=lantern@example.org', '-c', 'core.excludesFile=']
  tell('git', ['add', '--', '.'], copy)
  tell('git', [...git, 'commit', '-qm', message], copy)
}

/** The files that differ from the copy as it was, without generated ones. */
function changedIn(copy: string): string[] {
  const generated = ['node_modules', 'server/ground/db/schema.sql', 'server/ground/db/types.ts']
  return tell('git', ['status', '--porcelain', '--untracked-files=all'], copy)
    .split('\n')
    .map((line) => line.slice(3))
    .filter((file) => file && !generated.includes(file))
}

/** Types, rooms and unused code, and these tests, accept the copy. */
async function expectAccepted(copy: string, files: readonly string[], titles: string): Promise<void> {
  tell(process.execPath, ['scripts/types.ts'], copy)
  tell(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'], copy)
  const checks = checksOf(copy).filter(({ name }) => /^types|^rooms|^import|^unused/.test(name))
  for (const check of checks) {
    // A program that reads the sources beside itself is the copy's own.
    const outcome = await run(
      { ...check, words: check.words.map((word) => word.replace(/^scripts\//, `${copy}/scripts/`)) },
      copy,
    )
    expect(outcome, `${check.name}: ${outcome.output}`).toMatchObject({ isGood: true })
  }
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node']
  const everyday = { LANTERN_TIER: 'everyday' }
  tell(process.execPath, [...vitest, 'contract/permissions.test.ts', '-u'], copy, everyday)
  tell(process.execPath, [...vitest, ...files, '-t', titles], copy, everyday)
}

function tell(
  program: string,
  words: readonly string[],
  cwd: string,
  also: Record<string, string> = {},
): string {
  const told = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...also },
  })
  if (told.status !== 0)
    throw new Error(`${words.join(' ')}\n${told.stdout.slice(-8000)}\n${told.stderr.slice(-4000)}`)
  return told.stdout
}

test(`a small noun takes at most ${mostForNoun} files, and then a field of a patient ${mostForField}`, async () => {
  const copy = copied()
  const written = startNoun(copy, 'hospital', 'meeting room')
  const ofNoun = changedIn(copy)
  commit(copy, 'Add a noun')
  writeFileSync(join(copy, migrationOfField.file), migrationOfField.text)
  insertAll(copy, additionsOfField)
  const ofField = changedIn(copy)
  await expectAccepted(
    copy,
    [
      'server/hospital/meeting-rooms',
      'server/people/patients/routes.test.ts',
      'server/testing/walks/contract.test.ts',
      'server/testing/walks/edits.test.ts',
      'server/hospital/audit/log.test.ts',
      'server/ground/db/grants.test.ts',
      'server/ground/db/schema/bring-up-to-date.test.ts',
      'server/ground/http/static/web-app.test.ts',
      'contract/permissions.test.ts',
    ],
    'MeetingRoom|meeting-rooms|who may do what|every table belongs|in words|words of the nouns|schema.sql is|every screen that|every field of every edit|editPatient|changes the record, counts|keeps what was typed',
  )
  expect(ofNoun.toSorted()).toEqual(written.toSorted())
  const counted = ofNoun.filter((file) => file !== 'server/hospital/meeting-rooms/noun.test.ts')
  expect(counted.length, counted.join('\n')).toBeLessThanOrEqual(mostForNoun)
  expect(ofField.length, ofField.join('\n')).toBeLessThanOrEqual(mostForField)
}, 1_800_000)
