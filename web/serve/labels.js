// Where the labels of a map go: none covers another, a point or the edge. What finds no place is left out (null).
const gap = 4;
const distances = [0, 12, 26, 42];

// The directions a label may lie in, the most readable first.
const directions = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]];

function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// The box of a label of that size beside a point, some pixels away from it.
function boxBeside(point, size, [dx, dy], distance) {
  const reach = point.radius + gap + distance;
  const slant = dx !== 0 && dy !== 0 ? Math.SQRT1_2 : 1;
  const x = point.x + dx * (reach * slant + size.width / 2);
  const y = point.y + dy * (reach * slant + size.height / 2);
  return { left: x - size.width / 2, right: x + size.width / 2, top: y - size.height / 2, bottom: y + size.height / 2 };
}

function pointBox({ x, y, radius }) {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

// points: [{ x, y, radius }], the most important first; sizes: of their labels; area: { width, height }.
export function placeLabels(points, sizes, area) {
  const taken = points.map(pointBox);
  return points.map((point, i) => {
    for (const distance of distances) {
      for (const direction of directions) {
        const box = boxBeside(point, sizes[i], direction, distance);
        const inside = box.left >= 0 && box.top >= 0 && box.right <= area.width && box.bottom <= area.height;
        if (!inside || taken.some((other) => overlap(box, other))) continue;
        taken.push(box);
        return { x: box.left, y: (box.top + box.bottom) / 2, far: distance > distances[1] };
      }
    }
    return null;
  });
}
