// Maps of two moments, laid over each other: a principal component analysis is free to turn and mirror its plane, and
// what is shown should move only because the vectors do.

// The turn, with or without a mirror, that brings points nearest to where they were (orthogonal Procrustes in the plane).
// pairs: [{ from: {x, y}, to: {x, y} }]
export function bestTurn(pairs) {
  const fit = (mirror) => {
    let cosine = 0, sine = 0;
    for (const { from, to } of pairs) {
      const y = mirror * from.y;
      cosine += from.x * to.x + y * to.y;
      sine += from.x * to.y - y * to.x;
    }
    return { mirror, angle: Math.atan2(sine, cosine), match: Math.hypot(cosine, sine) };
  };
  const plain = fit(1), mirrored = fit(-1);
  return mirrored.match > plain.match ? mirrored : plain;
}

export function turned({ x, y }, { mirror, angle }) {
  const c = Math.cos(angle), s = Math.sin(angle);
  return { x: c * x - s * mirror * y, y: s * x + c * mirror * y };
}
