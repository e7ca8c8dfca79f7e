import { ConfigError } from '@everlong/core';
import { parseWholeNumber } from '../output/parse-number.js';

/** The type of a setting. `read` takes a value from YAML or JSON, or typed text. */
export interface Setting<Value extends string | number | boolean> {
  about: string;
  /** Throws `ConfigError` saying what is wrong with the value, without naming the setting. */
  read(value: unknown): Value;
}

export function textSetting(about: string): Setting<string> {
  return {
    about,
    read(value) {
      if (typeof value === 'string' && value.trim() !== '') return value;
      throw new ConfigError(`must be a string, not ${show(value)}.`);
    },
  };
}

export function choiceSetting(about: string, choices: readonly string[]): Setting<string> {
  return {
    about,
    read(value) {
      const choice = choices.find((known) => known === value);
      if (choice !== undefined) return choice;
      throw new ConfigError(`must be one of ${choices.join(', ')}, not ${show(value)}.`);
    },
  };
}

export function wholeSetting(about: string, least: number): Setting<number> {
  return {
    about,
    read(value) {
      const number = typeof value === 'string' ? parseWholeNumber(value) : value;
      if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) {
        return number;
      }
      throw new ConfigError(`must be a whole number of at least ${least}, not ${show(value)}.`);
    },
  };
}

export function numberSetting(about: string, least: number, most: number): Setting<number> {
  return {
    about,
    read(value) {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number === 'number' && number >= least && number <= most) return number;
      throw new ConfigError(`must be a number from ${least} to ${most}, not ${show(value)}.`);
    },
  };
}

export function switchSetting(about: string): Setting<boolean> {
  return {
    about,
    read(value) {
      if (value === true || value === 'true') return true;
      if (value === false || value === 'false') return false;
      throw new ConfigError(`must be true or false, not ${show(value)}.`);
    },
  };
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
