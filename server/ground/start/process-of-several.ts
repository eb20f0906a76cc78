/** The first process sends this to start one that serves. */
export interface Task {
  /** As the account that the server runs as. */
  databaseUrl: string
  /** This version's, as they were at the first process's start: a newer version's files may lie there meanwhile. */
  migrations: string[]
  /** Which of them it is, from 0, whose part is what one of a machine does: sealing the trail. */
  place: number
}

export type ToProcess = { kind: 'serve'; task: Task } | { kind: 'stop' }
export interface FromProcess {
  kind: 'serving'
  origin: string
}

/** Waits for the first process to say what is to be done; `stop` is called when it says that it is over. */
export function taskOfProcess(stop: () => void): Promise<Task> {
  return new Promise((resolve) => {
    process.on('message', (message: ToProcess) => {
      if (message.kind === 'serve') resolve(message.task)
      else stop()
    })
  })
}

export function tellServing(origin: string): void {
  process.send?.({ kind: 'serving', origin } satisfies FromProcess)
}
