// Vitest's report for `npm test`: how many tests passed and failed, which of them passed only on a second try, and
// their cost. It also reports when so few files are left that a core is free.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { coreSeconds, noteCost, readCosts } from './cost.ts'
import { type Result, whatItSaid } from './runners.ts'

export default class SuiteReporter implements Reporter {
  #left = 0

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#left = files.filter(({ project }) => project.name === 'node').length
  }

  onTestModuleEnd({ project }: TestModule): void {
    if (project.name !== 'node') return
    this.#left -= 1
    if (this.#left <= availableParallelism()) process.send?.('tail')
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const { LANTERN_REPORT: report, LANTERN_COSTS: costs } = process.env
    if (!report || !costs) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const unread = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
    )
    const failures = [
      ...tests.filter((test) => test.result().state === 'failed').map(saidBy),
      ...unread.map((module) => whatItSaid(module.relativeModuleId, module.errors())),
      ...unhandled.map((error) => whatItSaid('outside every test', [{ message: messageOf(error) }])),
    ]
    const result: Result = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failures.length,
      failures,
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(saidBy),
    }
    writeFileSync(report, JSON.stringify(result))
    const ofFiles = readCosts(costs)
      .filter(({ part }) => /\.test\.tsx?$/.test(part))
      .reduce((sum, { seconds }) => sum + seconds, 0)
    noteCost('Vitest itself, and PostgreSQL for its files', Math.max(0, coreSeconds() - ofFiles))
  }
}

function saidBy(test: TestCase): string {
  return whatItSaid(`${test.module.relativeModuleId}: ${test.fullName}`, test.result().errors ?? [])
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error)
}
