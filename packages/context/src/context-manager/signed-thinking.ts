/** A part of a message, as far as it says who signed it. */
export interface SignedPart {
  type: string;
  providerOptions?: object | undefined;
  providerMetadata?: object | undefined;
}

/** The parts without thinking that Claude signed. */
export function withoutSigned<Part extends SignedPart>(parts: readonly Part[]): Part[] {
  return parts.filter(({ type, providerOptions, providerMetadata = providerOptions }) => {
    const signers = Object.keys(providerMetadata ?? {});
    return type !== 'reasoning' || !signers.some((name) => CLAUDES.has(name));
  });
}

/** The names under which the adapters of the AI SDK keep Claude's signatures. */
const CLAUDES = new Set(['anthropic', 'bedrock', 'vertex']);
