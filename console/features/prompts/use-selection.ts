import { useState } from 'react'

export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (key: string, isOn: boolean) =>
    setChosen((before) => new Set([...before].filter((one) => one !== key).concat(isOn ? [key] : [])))
  return { chosen, setChosen, choose }
}
