import { type NumberOptions, Type } from '@sinclair/typebox';

/*
 * Coordinates in requests and responses. The core judges their bounds, because ROAD_BOUNDS is a setting.
 */

export const latitude = (options: NumberOptions = {}) =>
  Type.Number({ description: 'The latitude, in degrees.', examples: [27.7172], ...options });

export const longitude = (options: NumberOptions = {}) =>
  Type.Number({ description: 'The longitude, in degrees.', examples: [85.324], ...options });
