/**
 * A language model of AI SDK 6 or 7, or the name of one at the AI gateway. Declared here so that
 * programs without the package `ai` compile; `LanguageModel` of both versions is assignable.
 */
export type AiSdkLanguageModel = string | (AiSdkModelObject & { doGenerate: AiSdkModelCall });

/** An embedding model of AI SDK 6 or 7, or the name of one; `EmbeddingModel` is assignable. */
export type AiSdkEmbeddingModel = string | (AiSdkModelObject & { doEmbed: AiSdkModelCall });

/** The description of itself that every model of the AI SDK has. */
interface AiSdkModelObject {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** A call of a model, which the AI SDK makes. */
type AiSdkModelCall = (options: never) => PromiseLike<unknown>;
