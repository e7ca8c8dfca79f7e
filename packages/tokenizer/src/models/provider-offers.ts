import offerData from './offer-data.json' with { type: 'json' };
import { findModel } from './model-registry.js';

/** Something that a provider's API does for a conversation. */
export type OfferedFeature =
  | 'compaction-on-demand'
  | 'compaction-threshold'
  | 'compaction-encrypted'
  | 'system-messages'
  | 'tool-changes'
  | 'context-editing'
  | 'cache-diagnosis'
  | 'signed-calls'
  | 'kept-cache';

/** An offer of a provider for some of its models, and where it says so. */
export interface ProviderOffer {
  feature: OfferedFeature;
  /** In a few words. */
  says: string;
  /** The value of the header `anthropic-beta` that it needs. */
  beta?: string;
  /** Names in the registry. */
  models: string[];
  source: string;
  /** The day (ISO 8601) on which the source was read whole; null: unverified, so used only if asked for. */
  read: string | null;
}

const offers = offerData as ProviderOffer[];

/** How other clouds write the names of models; not all of them have what the provider offers. */
const ELSEWHERE = /^(?!(?:anthropic|openai|google)\/)[^/]+\/|anthropic\.|@/i;

/** All that a model's own provider offers for it. */
export function offersOf(model: string | undefined): ProviderOffer[] {
  if (model === undefined || ELSEWHERE.test(model)) return [];
  const name = findModel(model)?.name ?? model.toLowerCase();
  return offers.filter(({ models }) => models.includes(name));
}

/** Tells whether a model's own provider offers that for it, by a source that was read whole. */
export function hasOffer(model: string | undefined, feature: OfferedFeature): boolean {
  return offersOf(model).some((offer) => offer.feature === feature && offer.read !== null);
}
