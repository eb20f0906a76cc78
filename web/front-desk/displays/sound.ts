import { useEffect, useRef, useState } from 'react'

/** Two notes, the second a fourth above: Hz, and seconds after the first. */
const notes = [
  [587.33, 0],
  [783.99, 0.28],
] as const
const noteLasts = 1.4
const loudness = 0.35

export interface Sound {
  /** False until the browser allows it: most want one touch first. Null where there is none to be had. */
  isOn: boolean | null
  turnOn(): void
  chime(): void
}

/** The chime of a call, made by the browser itself. Any touch or key allows it for as long as the page is open. */
export function useSound(): Sound {
  const context = useRef<AudioContext>(null)
  const [isOn, setOn] = useState<boolean | null>(null)

  useEffect(() => {
    if (!('AudioContext' in window)) return undefined
    const audio = new AudioContext()
    context.current = audio
    const look = () => setOn(audio.state === 'running')
    const allow = () => void audio.resume()
    look()
    audio.addEventListener('statechange', look)
    window.addEventListener('pointerdown', allow)
    window.addEventListener('keydown', allow)
    return () => {
      audio.removeEventListener('statechange', look)
      window.removeEventListener('pointerdown', allow)
      window.removeEventListener('keydown', allow)
      context.current = null
      void audio.close()
    }
  }, [])

  return {
    isOn,
    turnOn: () => void context.current?.resume(),
    chime() {
      if (context.current?.state === 'running') play(context.current)
    },
  }
}

function play(audio: AudioContext) {
  for (const [pitch, after] of notes) {
    const start = audio.currentTime + after
    const tone = new OscillatorNode(audio, { type: 'sine', frequency: pitch })
    const volume = new GainNode(audio, { gain: 0 })
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(loudness, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + noteLasts)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + noteLasts)
  }
}
