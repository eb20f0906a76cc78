interface Finding {
  times: number
  example: string
}

/** Unexpected answers, counted, with an example of each. */
export class Findings {
  readonly #found = new Map<string, Finding>()

  add(what: string, example: string) {
    const known = this.#found.get(what)
    if (known) known.times++
    else this.#found.set(what, { times: 1, example: example.slice(0, 400) })
  }

  get all(): (Finding & { what: string })[] {
    return [...this.#found].map(([what, finding]) => ({ what, ...finding }))
  }
}
