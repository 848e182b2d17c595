#!/usr/bin/env python3
"""Learns the cold model's trees from a matrix that `eval features` wrote.

    train.py MATRIX OUT [--seed N] [--without FOLD]

OUT gets article-N.json and other-N.json, models of xgboost: the ones learned
from articles, the others from pages of all types; and article.exit.json and
other.exit.json, which say after how many trees hopeless rows leave.

The same matrix, seed and version of xgboost give the same files: one thread,
fixed order, seeded draws.
"""
import argparse
import json
import os

import numpy as np
import xgboost

# Forests whose mean is taken, and the trees of each. What articles cost counts.
SHAPES = {"article": (1, 140), "other": (2, 110)}
EXIT_AFTER = 12  # trees, of all forests together, after which hopeless rows leave
EXIT_COST = 0.008  # share of the content, by weight, that may leave so
# How much the variants of a page weigh beside the page itself.
IMPORTANCE = {"": 1, "comments": 0.25}
TRIVIAL_KEPT = 0.3  # share of the trivial negatives that are kept, reweighted
PARAMETERS = {
    "objective": "binary:logistic",
    "base_score": 0.5,
    "tree_method": "hist",
    "grow_policy": "lossguide",
    "max_leaves": 31,
    "max_depth": 6,  # depth in classifier/cold/forest.go
    "max_bin": 64,
    "eta": 0.1,
    "colsample_bytree": 0.3,
    "subsample": 0.8,
    "reg_lambda": 2,
    "min_child_weight": 1,
    "nthread": 1,
}
CONTENT, TEMPLATE = 1, 0


class Matrix:
    def __init__(self, folder):
        def path(name):
            return os.path.join(folder, name)

        with open(path("names.txt")) as f:
            self.names = f.read().split()
        with open(path("pages.jsonl")) as f:
            self.pages = [json.loads(line) for line in f]
        width = len(self.names)
        self.x = np.memmap(path("features.f32"), dtype="<f4", mode="r").reshape(-1, width)
        labels = np.fromfile(path("labels.f32"), dtype="<f4").reshape(-1, 2)
        self.y, self.weight = labels[:, 0], labels[:, 1]

    def column(self, name):
        return self.x[:, self.names.index(name)]

    def training(self, pages, seed):
        """Rows and weights to learn from: of the trivial negatives, which are
        most of all blocks, some stand for all."""
        draw = np.random.RandomState(seed)
        words = self.column("text.words")
        links = self.column("text.link_density")
        rows, weights = [], []
        for page in pages:
            at = np.arange(page["from"], page["from"] + page["blocks"])
            y, w = self.y[at], self.weight[at].copy()
            trivial = (y == TEMPLATE) & ((words[at] <= 3) | (links[at] >= 0.9))
            drop = trivial & (draw.random_sample(len(at)) >= TRIVIAL_KEPT)
            w[trivial] /= TRIVIAL_KEPT
            keep = ~drop & (w > 0) & ((y == TEMPLATE) | (y == CONTENT))
            rows.append(at[keep])
            weights.append(w[keep] * IMPORTANCE[page.get("variant", "")])
        rows, weights = np.concatenate(rows), np.concatenate(weights)
        return rows, weights / weights.mean()


def learn(matrix, pages, seed, seeds, rounds):
    """One forest a seed."""
    forests = []
    for k in range(seeds):
        rows, weights = matrix.training(pages, seed + k)
        data = xgboost.DMatrix(matrix.x[rows], label=matrix.y[rows] == CONTENT, weight=weights)
        forests.append(xgboost.train(dict(PARAMETERS, seed=seed + k), data, num_boost_round=rounds))
    return forests


def leave(matrix, pages, forests, rounds):
    """When rows leave: the sum after the first trees below which hardly any
    content stands, and what the whole forests give to such rows."""
    rows = np.concatenate([np.arange(p["from"], p["from"] + p["blocks"]) for p in pages if not p.get("variant")])
    data = xgboost.DMatrix(matrix.x[rows])

    def margins(rounds):
        # One thread adds up in one order.
        return sum(f.predict(data, output_margin=True, iteration_range=(0, rounds)) for f in forests) / len(forests)

    early, full = margins(EXIT_AFTER // len(forests)), margins(rounds)
    weight = matrix.weight[rows] * (matrix.y[rows] == CONTENT)
    order = np.argsort(early, kind="stable")
    lost = np.cumsum(weight[order]) / weight.sum()
    below = float(early[order][np.searchsorted(lost, EXIT_COST)])
    out = early < below
    probability = 1 / (1 + np.exp(-full[out].astype(np.float64)))
    mean = probability.mean()
    return {"After": EXIT_AFTER, "Below": below, "Sum": float(np.log(mean / (1 - mean)))}, float(out.mean())


def is_article(page):
    return page.get("type", "article") == "article"


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("matrix")
    args.add_argument("out")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--without", type=int, default=-1, help="learn from no page of this fold")
    args = args.parse_args()
    matrix = Matrix(args.matrix)
    os.makedirs(args.out, exist_ok=True)
    for name, chosen in (("article", is_article), ("other", lambda _: True)):
        pages = [p for p in matrix.pages if chosen(p) and p["fold"] != args.without]
        seeds, rounds = SHAPES[name]
        forests = learn(matrix, pages, args.seed, seeds, rounds)
        for k, forest in enumerate(forests):
            forest.save_model(os.path.join(args.out, f"{name}-{k}.json"))
        exit, share = leave(matrix, pages, forests, rounds)
        print(f"{name}: {len(pages)} pages; {share:.0%} of the blocks leave early")
        with open(os.path.join(args.out, f"{name}.exit.json"), "w") as f:
            json.dump(exit, f)


if __name__ == "__main__":
    main()
